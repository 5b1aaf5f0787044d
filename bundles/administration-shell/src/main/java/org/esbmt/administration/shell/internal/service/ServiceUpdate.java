package org.esbmt.administration.shell.internal.service;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:service-update}. */
@Service
@Command(
        scope = "esbmt",
        name = "service-update",
        description = "Replaces the WSDL of a service.",
        detailedDescription = "Without --wsdl the service has none any more. Its policies stay.")
public final class ServiceUpdate extends ServiceChange {
    @Option(name = "--wsdl", description = "The file of the WSDL" + Input.WHERE, required = false, multiValued = false)
    @Completion(FileCompleter.class)
    String wsdl;

    @Override
    UpdateService command(TenantId owner, ServiceId id) throws CommandException {
        Optional<Content> document = wsdl == null ? Optional.empty() : Optional.of(Documents.read(session, wsdl));
        return new UpdateService(owner, id, document);
    }
}
