package org.esbmt.administration.shell.internal.quota;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.shell.internal.support.ComponentCompleter;
import org.esbmt.administration.shell.internal.support.Numbers;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;
import org.esbmt.tenancy.api.quota.Resource;

/** A command about one quota of a tenant. */
abstract class QuotaCommand extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "resource",
            description = "What it is about: SERVICE_ASSEMBLIES, USERS, MESSAGES, ...; esbmt:quota-list has them.",
            required = true,
            multiValued = false)
    @Completion(ResourceCompleter.class)
    String resource;

    @Option(
            name = "--cluster",
            description = "The identifier of the one cluster that it is about; all of them together if left out.",
            required = false,
            multiValued = false)
    String cluster;

    @Option(
            name = "--component",
            description = "The name of the one component that it is about; all of them together if left out.",
            required = false,
            multiValued = false)
    @Completion(ComponentCompleter.class)
    String component;

    QuotaId quota(Administrator by) throws AdministrationException, CommandException {
        return new QuotaId(
                tenant(by, tenant).id(),
                Resource.of(resource),
                Optional.ofNullable(cluster).map(id -> Numbers.uuid("--cluster", id)),
                Optional.ofNullable(component));
    }
}
