/** Offers the trace of the running chain, for subscriptions, and the record of its devnet. */
export interface EvmTraceFeed {
  /**
   * Calls the listener with the lines of the chain's trace, as JSON texts: soon with those that describe the chain and
   * its position, then with each input and event from then on. Returns the function that stops it.
   */
  listenToTrace(listener: (line: string) => void): () => void;
  /** Reads a part of the record. Resolves to undefined without a record, and for an offset behind its end. */
  readRecord(offset: number): Promise<EvmRecordPiece | undefined>;
}

export interface EvmRecordPiece {
  /** Chain id of the called chain. The record may have lines of other chains. */
  readonly chain: string;
  /** Whole lines. */
  readonly text: string;
  /** Offset of the next piece, in bytes. */
  readonly next: number;
  /** Bytes that the record has now. */
  readonly size: number;
}
