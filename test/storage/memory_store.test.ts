import { MemoryStore } from '../../src/storage/memory_store.js';
import { provesAStore } from './contract.js';

provesAStore('the memory store', async () => new MemoryStore());
