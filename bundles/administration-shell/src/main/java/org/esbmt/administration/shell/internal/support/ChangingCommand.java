package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Option;
import org.esbmt.administration.api.Administrator;

/** A command that changes something that has a revision: of that one only, if who types it says so. */
public abstract class ChangingCommand extends RepeatableCommand {
    @Option(name = Revision.OPTION, description = Revision.DESCRIPTION, required = false, multiValued = false)
    String revision;

    @Override
    protected final Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
