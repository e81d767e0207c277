// api.ts: profiles and leaderboards, as the server has them (docs/protocol.md).
import { asked } from "../meet/me";

export type Visible = "private" | "friends" | "public";
export interface ServerRating {
    game: string;
    pace: string;
    at: number;
    error: number;
    games: number;
    provisional: boolean;
}
export interface ServerGame {
    table: string;
    game: string;
    pace: string;
    rated: boolean;
    time: number;
    people: { who: string | null; name: string; bot?: boolean }[];
    ranks: number[] | null; // null: it was called off
    seat: number;
    change?: number | null;
    at?: number; // the rating after it
}
export interface Profile {
    who: string;
    name: string;
    crest: number;
    visible: Visible;
    since: number;
    friend: string | boolean | null;
    ratings: ServerRating[];
    stats: { game: string; games: number; wins: number; streak: number; best: number }[];
    recent: ServerGame[];
    older?: boolean; // there are more than these; a server of an older version does not say so
}
export interface Leader {
    place: number;
    who: string;
    name: string;
    crest: number;
    at: number;
    error: number;
    games: number;
}
export const profileOf = (who: string): Promise<Profile> => asked(`/api/profile/${encodeURIComponent(who)}`);
/** Games before this one. */
export const olderGames = (who: string, { time, table }: ServerGame): Promise<Pick<Profile, "recent" | "older">> =>
    asked(`/api/profile/${encodeURIComponent(who)}?before=${time}&table=${encodeURIComponent(table)}`);
export const setProfile = (part: { crest?: number; visible?: Visible }): Promise<Profile> => asked("/api/profile", part);
export const leaders = (game: string, pace: string, friends: boolean): Promise<{ people: Leader[]; me: Leader | null }> =>
    asked(`/api/leaders?game=${encodeURIComponent(game)}&pace=${pace}${friends ? "&friends=1" : ""}`);
