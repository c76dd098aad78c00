package org.ipcbench.transports.sysv;

import org.ipcbench.transports.libc.LibC;

/** The kinds of System V objects that the suite makes. */
public enum ObjectKind {
    MESSAGE_QUEUE("sysv-mq", "msgget", "msgctl", Status.QUEUE_CHANGED_AT) {
        @Override
        int get(LibC libc, int key, long size, int flags) {
            return libc.msgget(key, flags);
        }

        @Override
        int control(LibC libc, int id, int command, long structAddress) {
            return libc.msgctl(id, command, structAddress);
        }
    },

    SHARED_MEMORY("sysv-shm", "shmget", "shmctl", Status.SEGMENT_CHANGED_AT) {
        @Override
        int get(LibC libc, int key, long size, int flags) {
            return libc.shmget(key, size, flags);
        }

        @Override
        int control(LibC libc, int id, int command, long structAddress) {
            return libc.shmctl(id, command, structAddress);
        }
    },

    SEMAPHORES("sysv-sem", "semget", "semctl", Status.SEMAPHORES_CHANGED_AT) {
        @Override
        int get(LibC libc, int key, long size, int flags) {
            return libc.semget(key, (int) size, flags);
        }

        @Override
        int control(LibC libc, int id, int command, long structAddress) {
            return libc.semctl(id, 0, command, structAddress);
        }
    };

    private final String recordKind;
    private final String getCall;
    private final String controlCall;
    private final int changedAt;

    ObjectKind(String recordKind, String getCall, String controlCall, int changedAt) {
        this.recordKind = recordKind;
        this.getCall = getCall;
        this.controlCall = controlCall;
        this.changedAt = changedAt;
    }

    abstract int get(LibC libc, int key, long size, int flags);

    abstract int control(LibC libc, int id, int command, long structAddress);

    /** The kind of the records in the scratch directory. */
    String recordKind() {
        return recordKind;
    }

    String getCall() {
        return getCall;
    }

    String controlCall() {
        return controlCall;
    }

    /** Offset in the status of the time when the object was made or last changed. */
    int changedAt() {
        return changedAt;
    }
}
