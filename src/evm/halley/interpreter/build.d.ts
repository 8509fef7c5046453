/**
 * 1 in the observed build and 0 in the plain one. The build sets it (scripts/interpreter.mjs) as a constant, so the
 * compiler removes the code that it excludes.
 */
declare const OBSERVED: i32;
