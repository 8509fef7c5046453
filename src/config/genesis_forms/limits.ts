/** Highest numbers in other tools' documents. */

/** Highest number of a genesis block: half of the highest initial height, so that an exported chain can continue. */
export const MAX_GENESIS_NUMBER = 2n ** 51n;
