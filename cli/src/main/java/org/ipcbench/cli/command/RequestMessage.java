package org.ipcbench.cli.command;

import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.GridOptions.ClientOptions;
import org.ipcbench.cli.options.PeerOptions.PluginOption;
import org.ipcbench.cli.options.PrefixOptions;
import org.ipcbench.cli.options.RepetitionOptions;
import org.ipcbench.cli.options.RunOptions;
import org.ipcbench.cli.options.RunOptions.VaryOption;
import org.ipcbench.cli.options.RunParameter;
import org.ipcbench.cli.value.InvalidValueException;
import org.ipcbench.run.request.InvalidRequestException;

/** The command line's message about a request that cannot be measured; names the option. */
public final class RequestMessage {
    private RequestMessage() {}

    public static String of(InvalidRequestException wrong) {
        String problem = String.valueOf(wrong.getMessage());
        return switch (wrong.argument()) {
            case RUN -> InvalidValueException.message(RunParameter.RUN, problem);
            case SIZES -> ofOption(GridOptions.SIZES, problem);
            case DURATION -> ofOption(ExtentOptions.DURATION, problem);
            case CLIENTS -> ofOption(ClientOptions.CLIENTS, problem);
            case SERVER_MODEL -> ofOption(ClientOptions.SERVE, problem);
            case VARIATION -> ofOption(VaryOption.NAME, problem);
            case SERVER_VIA -> ofOption(PrefixOptions.SERVER_VIA, problem);
            case PEER -> ofOption(PrefixOptions.PEER, problem);
            case CLIENT_VIA -> ofOption(PrefixOptions.CLIENT_VIA, problem);
            case SERVER_ADDRESS -> ofOption(PrefixOptions.SERVER_ADDRESS, problem);
            case PLUGIN -> ofOption(PluginOption.NAME, problem);
            case MAX_TIME -> ofOption(RepetitionOptions.MAX_TIME, problem);
            case OUTPUT -> ofOption(RunOptions.OUTPUT, problem);
            case GENERATED_FILE -> ofOption(TransferCommand.GENERATE, problem);
            case TARGET_FILE -> ofOption(TransferCommand.TO, problem);
            case JVM_ARGUMENTS -> "Invalid JVM argument " + problem;
            case REQUEST -> problem;
        };
    }

    private static String ofOption(String name, String problem) {
        return InvalidValueException.message("option '%s'".formatted(name), problem);
    }
}
