package org.ipcbench.workload.terms;

import java.util.List;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.block.Block;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;

/** All questions. */
public final class Questions {
    private Questions() {}

    /** The record of each question. */
    public static List<Class<? extends Workload>> types() {
        return List.of(PingPong.class, Connect.class, Block.class, Transfer.class, MessageStream.class, Load.class);
    }
}
