package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Option;
import org.esbmt.administration.api.Administrator;

/** A command that changes something that has a revision: of that one only, if who types it says so. */
abstract class ChangingCommand extends RepeatableCommand {
    @Option(
            name = "--revision",
            description = "The revision that is to be changed; if somebody changed it since, nothing is done.",
            required = false,
            multiValued = false)
    String revision;

    @Override
    final Administrator asking(Administrator by) {
        Administrator identified = super.asking(by);
        return revision == null ? identified : identified.expecting(Numbers.of("--revision", revision));
    }
}
