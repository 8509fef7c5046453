/** The consensus part of a genesis document (CometBFT types/genesis.go). */
import type { PubKey } from '../../abci/application.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { ConsensusParams } from './params.js';

export interface GenesisValidator {
  readonly pubKey: PubKey;
  readonly power: bigint;
  readonly name: string;
}

export interface GenesisDoc {
  readonly genesisTime: UnixNanos;
  readonly chainId: string;
  readonly initialHeight: bigint;
  readonly consensusParams: ConsensusParams;
  readonly validators: readonly GenesisValidator[];
  readonly appHash: Bytes;
  /** Parsed JSON, handed to the application's InitChain. */
  readonly appState: unknown;
}
