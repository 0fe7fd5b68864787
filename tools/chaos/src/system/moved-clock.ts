import { readFileSync } from 'node:fs';

// Loaded by a node before anything else: its clock is wrong by as many milliseconds as the file says, from the signal on. What measures how
// much time passes goes on as it did, as on a machine whose clock somebody sets.
const file = process.env.CHAOS_CLOCK_FILE ?? '';
const machineNow = Date.now;
let offsetMs = 0;
Date.now = () => machineNow() + offsetMs;
process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(file, 'utf8'));
});
