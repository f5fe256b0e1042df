// What lets a measurement switch a part of a server off and on over IPC. The process answers with the processor time that it
// has used so far, in microseconds.
let isOn = true;

/** Whether the part does its work now. */
export const isSwitchedOn = () => isOn;

process.on('message', (message) => {
  isOn = message === 'on';
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.channel.unref();
