/** Offers the trace of the running chain, for subscriptions. */
export interface EvmTraceFeed {
  /**
   * Calls the listener with the lines of the chain's trace, as JSON texts: at once with those that describe the chain,
   * then with each input and event from now on. Returns the function that stops it.
   */
  listenToTrace(listener: (line: string) => void): () => void;
}
