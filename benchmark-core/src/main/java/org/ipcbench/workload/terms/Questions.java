package org.ipcbench.workload.terms;

import java.util.List;
import org.ipcbench.workload.Block;
import org.ipcbench.workload.Connect;
import org.ipcbench.workload.Load;
import org.ipcbench.workload.MessageStream;
import org.ipcbench.workload.PingPong;
import org.ipcbench.workload.Transfer;
import org.ipcbench.workload.Workload;

/** All questions. */
public final class Questions {
    private Questions() {}

    /** The record of each question. */
    public static List<Class<? extends Workload>> types() {
        return List.of(PingPong.class, Connect.class, Block.class, Transfer.class, MessageStream.class, Load.class);
    }
}
