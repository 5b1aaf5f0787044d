package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Option;
import org.esbmt.administration.api.Administrator;

/** A command that gives somebody who is there a new password. */
public abstract class PasswordChange extends PasswordCommand {
    @Option(name = Revision.OPTION, description = Revision.DESCRIPTION, required = false, multiValued = false)
    String revision;

    @Override
    protected final Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
