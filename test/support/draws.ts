/** CI draws as many cases as a test names. Elsewhere a quarter of them is enough, so that `npm test` stays short. */
export const draws = (named: number): number => (process.env['CI'] === 'true' ? named : Math.ceil(named / 4));
