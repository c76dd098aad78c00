package org.ipcbench.workload.shape;

import org.ipcbench.measure.sample.Recorder;

/** Does the work of one server for each request, and measures it. Nothing is allocated for a request. */
public abstract sealed class Worker permits BusyWorker, IdleWorker, SleepingWorker {

    /** Does the work for one request. */
    public abstract void work();

    /** Records what the work of the batch that has just ended took. */
    public abstract void endBatch(Recorder recorder);
}

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
