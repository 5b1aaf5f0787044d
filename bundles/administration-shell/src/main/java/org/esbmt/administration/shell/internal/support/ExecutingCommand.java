package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.esbmt.administration.api.command.Administration;

/** A command that changes the bus, by commands of the contract. */
public abstract class ExecutingCommand extends AdministrationCommand {
    @Reference
    protected Administration administration;
}
