/** Exports from the interpreter's module what the machine calls. */
export { analyse, clearCounters, CODE_HEADER, countersOf, countOperations, takeCode } from './code';
export { exchange, surroundings } from './exchange';
export {
  answerCall,
  codeOf,
  enter,
  enterCall,
  enterCreation,
  finish,
  leave,
  leaveCall,
  leaveCreation,
  memoryOf,
  payCall,
  price,
  priceCall,
  refundOf,
  resetFrames,
  setRefund,
  skipCall,
  skipCreation,
  spend,
} from './frames';
export { take } from './heap';
export { constantPriceOf, run, setFork, setInitcodeLimit } from './run';
export {
  accessSlot,
  markWhole,
  forgetWhole,
  lookUpSlot,
  nextSlot,
  provideSlot,
  replaceSlot,
  resetSlots,
  undoMark,
  undoTo,
} from './slots';
