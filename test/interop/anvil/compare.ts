/** Place where two values differ. Items of a list share a path. */
export interface Difference {
  readonly path: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

export function differences(ours: unknown, theirs: unknown, path = ''): Difference[] {
  if (isTree(ours) && isTree(theirs)) {
    const list = Array.isArray(ours) && Array.isArray(theirs);
    if (list && ours.length !== theirs.length)
      return [{ path: `${path}.length`, ours: ours.length, theirs: theirs.length }];
    const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
    return [...keys].flatMap((key) => differences(ours[key], theirs[key], `${path}${list ? '[]' : `.${key}`}`));
  }
  return Object.is(ours, theirs) ? [] : [{ path, ours, theirs }];
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
