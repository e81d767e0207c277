// been.ts: tables of evenings at which this player has been: who comes back from there wants to look around, and is not led there again.
export const been = new Set<string>();
