// files.d.ts: files of games/NAME/book and decks, imported as text.
declare module "*.irori" {
    const text: string;
    export default text;
}
declare module "*.txt" {
    const text: string;
    export default text;
}
declare module "*.deck" {
    const text: string;
    export default text;
}
declare module "*.svg" {
    const text: string;
    export default text;
}
