/**
 * Refuses operations that only a simulated network can perform. Real validators decide when blocks are made and which
 * time they have, and their decided blocks cannot be reverted.
 */
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import type { EvmNetworkControl } from '../../backend/evm/network_control.js';
import { HalleyError } from '../../kernel/errors.js';

type Refused = Pick<
  EvmBackend,
  | 'addValidator'
  | 'chains'
  | 'closeChannel'
  | 'conflictingCommits'
  | 'drop'
  | 'dropAll'
  | 'dropOf'
  | 'earlier'
  | 'forked'
  | 'increaseTime'
  | 'interval'
  | 'isAutomine'
  | 'listenToTrace'
  | 'mineBlocks'
  | 'networkControl'
  | 'nextValidatorKey'
  | 'openChannel'
  | 'readRecord'
  | 'relayer'
  | 'removeValidator'
  | 'voteExtensions'
  | 'reset'
  | 'resetFork'
  | 'revert'
  | 'reorg'
  | 'rollback'
  | 'setAutomine'
  | 'setInterval'
  | 'setMiningMode'
  | 'setNextTime'
  | 'setTime'
  | 'setTimeInterval'
  | 'snapshot'
  | 'snapshots'
  | 'step'
  | 'validatorKeys'
>;

const refusal = (what: string, why: string): HalleyError =>
  new HalleyError('unavailable', `${what} is not possible on this chain: ${why}`);

const refusing = (what: string, why: string) => (): never => {
  throw refusal(what, why);
};

/** Refuses methods that return promises, with a rejection. */
const refusingLater = (what: string, why: string) => async (): Promise<never> => {
  throw refusal(what, why);
};

const DECIDED = 'its CometBFT validators decide the blocks';
const FINAL = 'a block that CometBFT validators have decided is final';
const SHARED = 'every validator has its own mempool';
const ALONE = 'the other chains and the relayer are programs of their own';

/** Makes the roles of the EVM backend that a real network does not have. */
export function networkRefusals(): Refused {
  return {
    mineBlocks: refusingLater('mining on demand', DECIDED),
    isAutomine: () => false,
    interval: () => undefined,
    setAutomine: refusingLater('automine', DECIDED),
    setInterval: refusingLater('interval mining', DECIDED),
    setMiningMode: refusingLater('a mining mode', DECIDED),
    step: refusingLater('a step', DECIDED),
    increaseTime: refusingLater('time travel', DECIDED),
    setTime: refusingLater('time travel', DECIDED),
    setNextTime: refusingLater('time travel', DECIDED),
    setTimeInterval: refusingLater('time travel', DECIDED),
    snapshot: refusingLater('a snapshot', FINAL),
    snapshots: () => [],
    revert: refusingLater('a revert', FINAL),
    reset: refusingLater('a reset', FINAL),
    resetFork: refusingLater('a reset', FINAL),
    rollback: refusingLater('a rollback', FINAL),
    reorg: refusingLater('a reorganisation', FINAL),
    drop: refusingLater('dropping a transaction', SHARED),
    dropOf: refusingLater('dropping transactions', SHARED),
    dropAll: refusingLater('dropping transactions', SHARED),
    addValidator: refusingLater(
      'adding a validator',
      'its node must run on a machine: delegate to it with its own key',
    ),
    removeValidator: refusingLater('removing a validator', 'set its power to 0 with halley_setValidatorPower'),
    validatorKeys: refusing(
      'reading keys of validators',
      'each machine has its own, in config/priv_validator_key.json',
    ),
    nextValidatorKey: refusing('a key for a validator', 'its node must run on a machine, with a key of its own'),
    networkControl: refusedNetworkControl(),
    chains: refusing('the list of chains', ALONE),
    relayer: refusing('the relayer', ALONE),
    openChannel: refusingLater('opening a channel', ALONE),
    closeChannel: refusingLater('closing a channel', ALONE),
    conflictingCommits: () => undefined,
    voteExtensions: () => undefined,
    earlier: undefined,
    forked: undefined,
    listenToTrace: refusing('a trace of the network', DECIDED),
    readRecord: async () => undefined,
  };
}

function refusedNetworkControl(): EvmNetworkControl {
  const later = refusingLater('control of the network', 'its validators are processes of their own');
  const now = refusing('control of the network', 'its validators are processes of their own');
  return {
    nodes: now,
    cutLinks: now,
    faultMenu: async () => [],
    faults: () => [],
    crashValidator: later,
    restartValidator: later,
    addFault: later,
    removeFault: later,
    partition: later,
    heal: later,
    setLink: later,
    setClockSkew: later,
    lightClientAttack: later,
  };
}
