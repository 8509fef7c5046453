/**
 * Exchange area, through which the interpreter and its host pass data: a block of linear memory at a fixed
 * position (`../layout`).
 */
export const exchange: usize = memory.data(512, 16);
/** Block of the words of the transaction and its block that code can read. */
export const surroundings: usize = memory.data(320, 16);
