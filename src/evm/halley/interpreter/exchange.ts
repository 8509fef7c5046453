/** What passes between the interpreter and its host: two blocks of linear memory at fixed places (`../layout`). */
export const exchange: usize = memory.data(512, 16);
/** What code reads of the transaction and its block. */
export const surroundings: usize = memory.data(320, 16);
