// sw.ts: begins to hear pushes; the build puts it behind sw.js.
import { begin, type Scope } from "./worker";

begin(self as unknown as Scope);
