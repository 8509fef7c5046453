// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { admin_datadir, admin_nodeInfo, admin_peers } from './admin.js';
import { anvil_addBalance } from './anvil_addBalance.js';
import { anvil_autoImpersonateAccount } from './anvil_autoImpersonateAccount.js';
import { anvil_removeBlockTimestampInterval, anvil_setBlockTimestampInterval } from './anvil_blockTimestampInterval.js';
import { anvil_dealERC20 } from './anvil_dealERC20.js';
import {
  anvil_dropAllTransactions,
  anvil_dropTransaction,
  anvil_removePoolTransactions,
} from './anvil_dropTransaction.js';
import { anvil_getGenesisTime } from './anvil_getGenesisTime.js';
import { anvil_getIntervalMining, anvil_setIntervalMining } from './anvil_intervalMining.js';
import { anvil_mine } from './anvil_mine.js';
import { anvil_mine_detailed } from './anvil_mine_detailed.js';
import { anvil_nodeInfo } from './anvil_nodeInfo.js';
import { anvil_reorg } from './anvil_reorg.js';
import { anvil_rollback } from './anvil_rollback.js';
import { anvil_setChainId } from './anvil_setChainId.js';
import { anvil_setERC20Allowance } from './anvil_setERC20Allowance.js';
import { anvil_setRpcUrl } from './anvil_setRpcUrl.js';
import { anvil_setTime } from './anvil_setTime.js';
import { anvil_dumpState, anvil_loadState } from './anvil_state.js';
import { debug_accountRange } from './debug_accountRange.js';
import { debug_intermediateRoots } from './debug_intermediateRoots.js';
import { debug_printBlock } from './debug_printBlock.js';
import {
  debug_blockProfile,
  debug_cpuProfile,
  debug_goTrace,
  debug_mutexProfile,
  debug_setBlockProfileRate,
  debug_setMutexProfileFraction,
  debug_startCPUProfile,
  debug_startGoTrace,
  debug_stopCPUProfile,
  debug_stopGoTrace,
  debug_writeBlockProfile,
  debug_writeMemProfile,
  debug_writeMutexProfile,
} from './debug_profiles.js';
import { debug_getBlockRlp, debug_getHeaderRlp } from './debug_rlp.js';
import {
  debug_freeOSMemory,
  debug_gcStats,
  debug_memStats,
  debug_setGCPercent,
  debug_stacks,
} from './debug_runtime.js';
import { debug_seedHash } from './debug_seedHash.js';
import { debug_storageRangeAt } from './debug_storageRangeAt.js';
import { debug_traceBlock, debug_traceBlockByHash, debug_traceBlockByNumber } from './debug_traceBlock.js';
import { debug_traceCall } from './debug_traceCall.js';
import { debug_traceTransaction } from './debug_traceTransaction.js';
import { eth_accounts } from './eth_accounts.js';
import { eth_blobBaseFee } from './eth_blobBaseFee.js';
import { eth_blockNumber } from './eth_blockNumber.js';
import { eth_call } from './eth_call.js';
import { eth_chainId } from './eth_chainId.js';
import { eth_coinbase } from './eth_coinbase.js';
import { eth_config } from './eth_config.js';
import { eth_createAccessList } from './eth_createAccessList.js';
import { eth_estimateGas } from './eth_estimateGas.js';
import { eth_feeHistory } from './eth_feeHistory.js';
import {
  eth_getFilterChanges,
  eth_getFilterLogs,
  eth_newBlockFilter,
  eth_newFilter,
  eth_newPendingTransactionFilter,
  eth_uninstallFilter,
} from './eth_filters.js';
import { eth_gasPrice } from './eth_gasPrice.js';
import { eth_getBalance } from './eth_getBalance.js';
import { eth_getBlockByHash, eth_getBlockByNumber } from './eth_getBlock.js';
import { eth_getBlockReceipts } from './eth_getBlockReceipts.js';
import {
  eth_getBlockTransactionCountByHash,
  eth_getBlockTransactionCountByNumber,
} from './eth_getBlockTransactionCount.js';
import { eth_getCode } from './eth_getCode.js';
import { eth_getHeaderByHash, eth_getHeaderByNumber } from './eth_getHeader.js';
import { eth_getLogs } from './eth_getLogs.js';
import { eth_getProof } from './eth_getProof.js';
import { eth_getRawTransactionByHash } from './eth_getRawTransactionByHash.js';
import { eth_getStorageAt } from './eth_getStorageAt.js';
import {
  eth_getRawTransactionByBlockHashAndIndex,
  eth_getRawTransactionByBlockNumberAndIndex,
  eth_getTransactionByBlockHashAndIndex,
  eth_getTransactionByBlockNumberAndIndex,
} from './eth_getTransactionByBlock.js';
import { eth_getTransactionByHash } from './eth_getTransactionByHash.js';
import { eth_getTransactionCount } from './eth_getTransactionCount.js';
import { eth_getTransactionLogs } from './eth_getTransactionLogs.js';
import { eth_getTransactionReceipt } from './eth_getTransactionReceipt.js';
import {
  eth_getUncleByBlockHashAndIndex,
  eth_getUncleByBlockNumberAndIndex,
  eth_getUncleCountByBlockHash,
  eth_getUncleCountByBlockNumber,
} from './eth_getUncle.js';
import { eth_maxPriorityFeePerGas } from './eth_maxPriorityFeePerGas.js';
import { eth_pendingTransactions } from './eth_pendingTransactions.js';
import { eth_protocolVersion } from './eth_protocolVersion.js';
import { eth_resend } from './eth_resend.js';
import { eth_sendRawTransaction } from './eth_sendRawTransaction.js';
import { eth_sendRawTransactionSync } from './eth_sendRawTransactionSync.js';
import { eth_sendTransaction } from './eth_sendTransaction.js';
import { eth_sendUnsignedTransaction } from './eth_sendUnsignedTransaction.js';
import { eth_sign } from './eth_sign.js';
import { eth_signTransaction } from './eth_signTransaction.js';
import { eth_signTypedData } from './eth_signTypedData.js';
import { eth_simulateV1 } from './eth_simulateV1.js';
import { eth_subscribe, eth_unsubscribe } from './eth_subscribe.js';
import { eth_syncing } from './eth_syncing.js';
import { evm_increaseTime } from './evm_increaseTime.js';
import { evm_mine } from './evm_mine.js';
import { evm_setAutomine } from './evm_setAutomine.js';
import { evm_setBlockGasLimit } from './evm_setBlockGasLimit.js';
import { evm_setIntervalMining } from './evm_setIntervalMining.js';
import { evm_setNextBlockTimestamp } from './evm_setNextBlockTimestamp.js';
import { evm_revert, evm_snapshot } from './evm_snapshot.js';
import { halley_chains, halley_closeChannel, halley_openChannel } from './halley_chains.js';
import { halley_conflictingCommits } from './halley_conflictingCommits.js';
import { halley_contract } from './halley_contract.js';
import { halley_coverage, halley_gasReport, halley_resetReports } from './halley_coverage.js';
import {
  halley_debugCall,
  halley_debugClose,
  halley_debugLine,
  halley_debugMove,
  halley_debugTransaction,
  halley_debugView,
} from './halley_debug.js';
import {
  halley_addFault,
  halley_faultMenu,
  halley_faults,
  halley_heal,
  halley_partition,
  halley_removeFault,
  halley_setLink,
} from './halley_faults.js';
import { halley_network } from './halley_network.js';
import { halley_passProposal } from './halley_passProposal.js';
import { halley_record } from './halley_record.js';
import {
  halley_relayerDrop,
  halley_relayerPending,
  halley_relayerSetDelay,
  halley_relayerSettled,
  halley_relayerStart,
  halley_relayerStep,
  halley_relayerStop,
} from './halley_relayer.js';
import { halley_setMiningMode } from './halley_setMiningMode.js';
import { halley_step } from './halley_step.js';
import {
  halley_mintCoins,
  halley_registerTokenPair,
  halley_setDenomMetadata,
  halley_setSendEnabled,
  halley_toggleConversion,
} from './halley_tokens.js';
import { halley_traceTransaction } from './halley_traceTransaction.js';
import {
  halley_addValidator,
  halley_crashValidator,
  halley_lightClientAttack,
  halley_nextValidatorKey,
  halley_removeValidator,
  halley_restartValidator,
  halley_setClockSkew,
  halley_setValidatorPower,
  halley_validatorKeys,
} from './halley_validators.js';
import { halley_voteExtensions } from './halley_voteExtensions.js';
import {
  halley_answerNextWalletRequest,
  halley_answerWalletRequest,
  halley_setWallet,
  halley_wallet,
  halley_walletRequest,
  halley_walletRequests,
} from './halley_wallet.js';
import { hardhat_addCompilationResult } from './hardhat_addCompilationResult.js';
import { hardhat_dropTransaction } from './hardhat_dropTransaction.js';
import { hardhat_getAutomine } from './hardhat_getAutomine.js';
import { hardhat_impersonateAccount } from './hardhat_impersonateAccount.js';
import { hardhat_metadata } from './hardhat_metadata.js';
import { hardhat_mine } from './hardhat_mine.js';
import { hardhat_reset } from './hardhat_reset.js';
import { hardhat_setBalance } from './hardhat_setBalance.js';
import { hardhat_setBlockTimestampInterval } from './hardhat_setBlockTimestampInterval.js';
import { hardhat_setCode } from './hardhat_setCode.js';
import { hardhat_setCoinbase } from './hardhat_setCoinbase.js';
import { hardhat_setLoggingEnabled } from './hardhat_setLoggingEnabled.js';
import { hardhat_setNextBlockBaseFeePerGas } from './hardhat_setNextBlockBaseFeePerGas.js';
import { hardhat_setNonce } from './hardhat_setNonce.js';
import { hardhat_setPrevRandao } from './hardhat_setPrevRandao.js';
import { hardhat_setStorageAt } from './hardhat_setStorageAt.js';
import { hardhat_stopImpersonatingAccount } from './hardhat_stopImpersonatingAccount.js';
import {
  eth_hashrate,
  eth_mining,
  miner_getHashrate,
  miner_setEtherbase,
  miner_setExtra,
  miner_setGasLimit,
  miner_setGasPrice,
  miner_start,
  miner_stop,
} from './miner.js';
import { net_listening, net_peerCount, net_version } from './net.js';
import {
  erigon_getHeaderByNumber,
  ots_getApiLevel,
  ots_getBlockDetails,
  ots_getBlockDetailsByHash,
  ots_getBlockTransactions,
  ots_getTransactionBySenderAndNonce,
  ots_getTransactionError,
  ots_hasCode,
} from './ots_getBlockDetails.js';
import {
  ots_getContractCreator,
  ots_searchTransactionsAfter,
  ots_searchTransactionsBefore,
} from './ots_searchTransactions.js';
import { ots_getInternalOperations, ots_traceTransaction } from './ots_traceTransaction.js';
import {
  personal_importRawKey,
  personal_initializeWallet,
  personal_listAccounts,
  personal_listWallets,
  personal_lockAccount,
  personal_newAccount,
  personal_unlockAccount,
  personal_unpair,
} from './personal_accounts.js';
import {
  personal_ecRecover,
  personal_sendTransaction,
  personal_sign,
  personal_signTransaction,
} from './personal_signing.js';
import { rpc_modules } from './rpc_modules.js';
import { trace_call, trace_callMany, trace_rawTransaction } from './trace_call.js';
import { trace_filter } from './trace_filter.js';
import { trace_replayBlockTransactions, trace_replayTransaction } from './trace_replay.js';
import { trace_block, trace_get, trace_transaction } from './trace_transaction.js';
import { txpool_content, txpool_contentFrom, txpool_inspect, txpool_status } from './txpool.js';
import { web3_clientVersion, web3_sha3 } from './web3.js';

export const EVM_METHODS = [
  admin_datadir,
  admin_nodeInfo,
  admin_peers,
  anvil_addBalance,
  anvil_autoImpersonateAccount,
  anvil_dealERC20,
  anvil_dropAllTransactions,
  anvil_dropTransaction,
  anvil_dumpState,
  anvil_getGenesisTime,
  anvil_getIntervalMining,
  anvil_loadState,
  anvil_mine,
  anvil_mine_detailed,
  anvil_nodeInfo,
  anvil_removeBlockTimestampInterval,
  anvil_removePoolTransactions,
  anvil_reorg,
  anvil_rollback,
  anvil_setBlockTimestampInterval,
  anvil_setChainId,
  anvil_setERC20Allowance,
  anvil_setIntervalMining,
  anvil_setRpcUrl,
  anvil_setTime,
  debug_accountRange,
  debug_blockProfile,
  debug_cpuProfile,
  debug_freeOSMemory,
  debug_gcStats,
  debug_getBlockRlp,
  debug_getHeaderRlp,
  debug_goTrace,
  debug_intermediateRoots,
  debug_memStats,
  debug_mutexProfile,
  debug_printBlock,
  debug_seedHash,
  debug_setBlockProfileRate,
  debug_setGCPercent,
  debug_setMutexProfileFraction,
  debug_stacks,
  debug_startCPUProfile,
  debug_startGoTrace,
  debug_stopCPUProfile,
  debug_stopGoTrace,
  debug_storageRangeAt,
  debug_traceBlock,
  debug_traceBlockByHash,
  debug_traceBlockByNumber,
  debug_traceCall,
  debug_traceTransaction,
  debug_writeBlockProfile,
  debug_writeMemProfile,
  debug_writeMutexProfile,
  erigon_getHeaderByNumber,
  eth_accounts,
  eth_blobBaseFee,
  eth_blockNumber,
  eth_call,
  eth_chainId,
  eth_coinbase,
  eth_config,
  eth_createAccessList,
  eth_estimateGas,
  eth_feeHistory,
  eth_gasPrice,
  eth_getBalance,
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getBlockReceipts,
  eth_getBlockTransactionCountByHash,
  eth_getBlockTransactionCountByNumber,
  eth_getCode,
  eth_getFilterChanges,
  eth_getFilterLogs,
  eth_getHeaderByHash,
  eth_getHeaderByNumber,
  eth_getLogs,
  eth_getProof,
  eth_getRawTransactionByBlockHashAndIndex,
  eth_getRawTransactionByBlockNumberAndIndex,
  eth_getRawTransactionByHash,
  eth_getStorageAt,
  eth_getTransactionByBlockHashAndIndex,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getTransactionByHash,
  eth_getTransactionCount,
  eth_getTransactionLogs,
  eth_getTransactionReceipt,
  eth_getUncleByBlockHashAndIndex,
  eth_getUncleByBlockNumberAndIndex,
  eth_getUncleCountByBlockHash,
  eth_getUncleCountByBlockNumber,
  eth_hashrate,
  eth_maxPriorityFeePerGas,
  eth_mining,
  eth_newBlockFilter,
  eth_newFilter,
  eth_newPendingTransactionFilter,
  eth_pendingTransactions,
  eth_protocolVersion,
  eth_resend,
  eth_sendRawTransaction,
  eth_sendRawTransactionSync,
  eth_sendTransaction,
  eth_sendUnsignedTransaction,
  eth_sign,
  eth_signTransaction,
  eth_signTypedData,
  eth_simulateV1,
  eth_subscribe,
  eth_syncing,
  eth_uninstallFilter,
  eth_unsubscribe,
  evm_increaseTime,
  evm_mine,
  evm_revert,
  evm_setAutomine,
  evm_setBlockGasLimit,
  evm_setIntervalMining,
  evm_setNextBlockTimestamp,
  evm_snapshot,
  halley_addFault,
  halley_addValidator,
  halley_answerNextWalletRequest,
  halley_answerWalletRequest,
  halley_chains,
  halley_closeChannel,
  halley_conflictingCommits,
  halley_contract,
  halley_coverage,
  halley_crashValidator,
  halley_debugCall,
  halley_debugClose,
  halley_debugLine,
  halley_debugMove,
  halley_debugTransaction,
  halley_debugView,
  halley_faultMenu,
  halley_faults,
  halley_gasReport,
  halley_heal,
  halley_lightClientAttack,
  halley_mintCoins,
  halley_network,
  halley_nextValidatorKey,
  halley_openChannel,
  halley_partition,
  halley_passProposal,
  halley_record,
  halley_registerTokenPair,
  halley_relayerDrop,
  halley_relayerPending,
  halley_relayerSetDelay,
  halley_relayerSettled,
  halley_relayerStart,
  halley_relayerStep,
  halley_relayerStop,
  halley_removeFault,
  halley_removeValidator,
  halley_resetReports,
  halley_restartValidator,
  halley_setClockSkew,
  halley_setDenomMetadata,
  halley_setLink,
  halley_setMiningMode,
  halley_setSendEnabled,
  halley_setValidatorPower,
  halley_setWallet,
  halley_step,
  halley_toggleConversion,
  halley_traceTransaction,
  halley_validatorKeys,
  halley_voteExtensions,
  halley_wallet,
  halley_walletRequest,
  halley_walletRequests,
  hardhat_addCompilationResult,
  hardhat_dropTransaction,
  hardhat_getAutomine,
  hardhat_impersonateAccount,
  hardhat_metadata,
  hardhat_mine,
  hardhat_reset,
  hardhat_setBalance,
  hardhat_setBlockTimestampInterval,
  hardhat_setCode,
  hardhat_setCoinbase,
  hardhat_setLoggingEnabled,
  hardhat_setNextBlockBaseFeePerGas,
  hardhat_setNonce,
  hardhat_setPrevRandao,
  hardhat_setStorageAt,
  hardhat_stopImpersonatingAccount,
  miner_getHashrate,
  miner_setEtherbase,
  miner_setExtra,
  miner_setGasLimit,
  miner_setGasPrice,
  miner_start,
  miner_stop,
  net_listening,
  net_peerCount,
  net_version,
  ots_getApiLevel,
  ots_getBlockDetails,
  ots_getBlockDetailsByHash,
  ots_getBlockTransactions,
  ots_getContractCreator,
  ots_getInternalOperations,
  ots_getTransactionBySenderAndNonce,
  ots_getTransactionError,
  ots_hasCode,
  ots_searchTransactionsAfter,
  ots_searchTransactionsBefore,
  ots_traceTransaction,
  personal_ecRecover,
  personal_importRawKey,
  personal_initializeWallet,
  personal_listAccounts,
  personal_listWallets,
  personal_lockAccount,
  personal_newAccount,
  personal_sendTransaction,
  personal_sign,
  personal_signTransaction,
  personal_unlockAccount,
  personal_unpair,
  rpc_modules,
  trace_block,
  trace_call,
  trace_callMany,
  trace_filter,
  trace_get,
  trace_rawTransaction,
  trace_replayBlockTransactions,
  trace_replayTransaction,
  trace_transaction,
  txpool_content,
  txpool_contentFrom,
  txpool_inspect,
  txpool_status,
  web3_clientVersion,
  web3_sha3,
] as const;
