/** The rules that every block is run by. */
export const HARDFORK = 'osaka';
