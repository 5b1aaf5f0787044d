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
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:service-register}. */
@Service
@Command(
        scope = "esbmt",
        name = "service-register",
        description = "Registers a service, with its WSDL if there is one.",
        detailedDescription = "A WSDL is well-formed XML in UTF-8 without a document type, of at most 1 MiB.")
public final class ServiceRegister extends ServiceCommand {
    @Option(name = "--wsdl", description = "The file of the WSDL" + Input.WHERE, required = false, multiValued = false)
    @Completion(FileCompleter.class)
    String wsdl;

    @Override
    RegisterService command(TenantId owner, ServiceId id) throws CommandException {
        Optional<Content> document = wsdl == null ? Optional.empty() : Optional.of(Documents.read(session, wsdl));
        return new RegisterService(owner, id, document);
    }
}
