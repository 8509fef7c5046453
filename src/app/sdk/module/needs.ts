/**
 * Hands definitions what they need of other modules. A module or a message that needs another module is a function of
 * what it needs, so modules meet in one place and do not import each other in circles (SDK `app.go`, expected keepers).
 */

/** A definition, or what makes it of `N`. */
export type Needing<T extends object, N> = T | ((needs: N) => T);

/** Returns the definitions in their order, each made with what it needs. */
export const withNeeds = <T extends object, N>(definitions: readonly Needing<T, N>[], needs: N): readonly T[] =>
  definitions.map((definition) => (typeof definition === 'function' ? definition(needs) : definition));
