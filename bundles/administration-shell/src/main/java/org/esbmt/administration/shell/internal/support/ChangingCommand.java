package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Option;
import org.esbmt.administration.api.Administrator;

/** A command that changes an entry with a revision, and has an option for the expected one. */
public abstract class ChangingCommand extends RepeatableCommand {
    @Option(name = Revision.OPTION, description = Revision.DESCRIPTION, required = false, multiValued = false)
    String revision;

    @Override
    protected final Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
