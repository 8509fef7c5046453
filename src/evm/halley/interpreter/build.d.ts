/** Given by the build (scripts/interpreter.mjs): 1 in the observed one, else 0. A constant: what it excludes is gone. */
declare const OBSERVED: i32;
