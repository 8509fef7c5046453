/** Size limits of a scenario file, so that a wrong file is refused at once. The longest scenario of the package has 2 KB. */

/** Most bytes of a file; the TOML parser reads about 700,000 in a second. */
export const MAX_SCENARIO_BYTES = 256 * 1024;

/** Most entries of the timeline, and of the expectations. */
export const MAX_TABLES = 1000;
