package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Option;
import org.esbmt.administration.api.Administrator;

/** A command that sets a new password of an existing user. */
public abstract class PasswordChange extends PasswordCommand {
    @Option(name = Revision.OPTION, description = Revision.DESCRIPTION, required = false, multiValued = false)
    String revision;

    @Override
    protected final Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
