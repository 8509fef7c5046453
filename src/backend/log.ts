/** Offers the entries of the node's log as lines of text, for the dashboard. */

export interface LogFeed {
  /**
   * Calls the listener with each line from now on, until the returned function is called. `kind` is the type of the
   * line's entry, such as `block` or `console`.
   */
  listenToLog(listener: (kind: string, text: string) => void): () => void;
}
