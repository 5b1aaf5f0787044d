package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Option;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.shell.internal.support.Revision;

/** A command that deploys a new version of an existing service assembly. */
abstract class VersionCommand extends ArchiveCommand {
    @Option(name = Revision.OPTION, description = Revision.DESCRIPTION, required = false, multiValued = false)
    String revision;

    @Override
    protected final Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
