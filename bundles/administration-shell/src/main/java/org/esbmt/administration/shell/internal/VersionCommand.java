package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Option;
import org.esbmt.administration.api.Administrator;

/** A command that brings a new version of a service assembly that is there. */
abstract class VersionCommand extends ArchiveCommand {
    @Option(name = Revision.OPTION, description = Revision.DESCRIPTION, required = false, multiValued = false)
    String revision;

    @Override
    final Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
