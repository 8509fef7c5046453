/** Connects the EVM JSON-RPC with the chain of an application under CometBFT, role by role. */
import { resolve } from 'node:path';
import type { EvmDevelopment } from '../../backend/evm/development.js';
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import { HalleyError } from '../../kernel/errors.js';
import type { DevTxSender } from '../actions/dev_tx_sender.js';
import { AnswerControl } from '../actions/set_view_result.js';
import { type ChainRolesDeps, chainRoles } from '../backends/evm/chain_roles.js';
import { evmStateFiles } from '../backends/evm/state_files.js';
import { StateDumps } from '../state_files/dump_state.js';
import type { AppChain } from './app_chain.js';
import { ENGINE_CLOCK } from './engine_clock.js';
import type { EngineStatus } from './engine_status.js';
import { networkRefusals } from './network_refusals.js';

export interface AppEvmBackendDeps extends Omit<ChainRolesDeps, 'clock'> {
  readonly chain: AppChain;
  readonly engine: EngineStatus;
  readonly devTxSender: DevTxSender;
  readonly home: string;
}

export function appEvmBackend(deps: AppEvmBackendDeps): EvmBackend {
  const { chain, blocks, engine, devTxSender, home } = deps;
  const files = evmStateFiles(new StateDumps({ chain, blocks }), { devTxSender, historyTaker: () => undefined });
  return {
    ...networkRefusals(),
    ...chainRoles({ ...deps, clock: ENGINE_CLOCK }),
    sendsTogether: true,
    get chainId() {
      return chain.evmChainId;
    },
    peerCount: () => engine.peers.length,
    home: resolve(home),
    node: () => engine.node,
    peers: () => engine.peers,
    ...development(chain, devTxSender),
    ...files,
  };
}

/** Sends dev transactions. `devTxSender` waits until a block contains each. */
function development(chain: AppChain, devTxSender: DevTxSender): EvmDevelopment {
  const answers = new AnswerControl(chain, devTxSender);
  return {
    acceptsDevTxs: () => devTxSender.authority.isHeld,
    sendDevTx: (message, value) => devTxSender.sendDevTx(message, value),
    changesTogether: true,
    setAnswer: (contract, query, value) => answers.setAnswer({ contract, query }, value),
    setValidatorPower: (validator, power) => {
      if (typeof validator === 'number')
        throw new HalleyError(
          'invalid-argument',
          'validators have no index on this chain: name it by its consensus address',
        );
      return devTxSender.setValidatorPower(validator, power);
    },
  };
}
