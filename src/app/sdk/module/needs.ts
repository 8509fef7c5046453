/**
 * Module dependencies. A module or a message that needs another module is a function of
 * its needs. So modules are connected in one file, without import cycles (SDK `app.go`, expected keepers).
 */

/** Definition, or a function that makes it from `N`. */
export type Needing<T extends object, N> = T | ((needs: N) => T);

/** Returns the definitions in their order, each made with what it needs. */
export const withNeeds = <T extends object, N>(definitions: readonly Needing<T, N>[], needs: N): readonly T[] =>
  definitions.map((definition) => (typeof definition === 'function' ? definition(needs) : definition));
