package org.ipcbench.workload.shape;

import org.ipcbench.measure.sample.Recorder;

/** Has nothing to do. As long as a JVM has no other worker, the compiler leaves its calls out. */
final class IdleWorker extends Worker {
    @Override
    public void work() {
        // answers come at once
    }

    @Override
    public void endBatch(Recorder recorder) {
        // there is nothing to record
    }
}
