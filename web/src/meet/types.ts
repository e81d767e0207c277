// types.ts: what the server says about people and open tables (docs/protocol.md): the lobby, friends, invitations, a search, devices.

/** A table that waits for players, or a game that may be watched. */
export interface Listing {
    table: string;
    game: string;
    options: string;
    settings?: string; // left out where nobody asked for it
    seats: (string | null)[]; // names; null: free
    created?: number;
    updated: number;
}
export interface Lobby {
    tables: Listing[];
    games: Listing[];
    people: number; // connected now
}
/** Whoever we are tied to. */
export interface Tie {
    who: string;
    name: string;
    friend: "both" | "asked" | "asks" | null; // asked: by us; asks: they do
    muted: boolean;
    blocked: boolean;
    online: boolean; // told of friends only
}
export interface Recent {
    who: string;
    name: string;
    table: string;
    time: number;
}
export interface Ties {
    people: Tie[];
    recent: Recent[];
}
export interface Device {
    number: number;
    label: string;
    since: number;
    seen: number;
    this: boolean;
}
export interface Me {
    who: string;
    name: string;
    since: number;
    phrase: boolean;
    devices: Device[];
}
