package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.SERVICES;
import static org.esbmt.administration.catalogue.Result.bytes;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.page;
import static org.esbmt.administration.catalogue.Words.ASSEMBLY;
import static org.esbmt.administration.catalogue.Words.AT;
import static org.esbmt.administration.catalogue.Words.DOCUMENT;
import static org.esbmt.administration.catalogue.Words.LIMIT;
import static org.esbmt.administration.catalogue.Words.NAMESPACE;
import static org.esbmt.administration.catalogue.Words.OFFSET;
import static org.esbmt.administration.catalogue.Words.POLICY;
import static org.esbmt.administration.catalogue.Words.SERVICE;
import static org.esbmt.administration.catalogue.Words.SERVICE_CONTAINS;
import static org.esbmt.administration.catalogue.Words.TENANT;
import static org.esbmt.administration.catalogue.Words.VERSION;
import static org.esbmt.administration.catalogue.Words.WSDL;

import java.time.Instant;
import java.util.List;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceAdministration.ServiceFilter;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.ServiceCommand.UnregisterService;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;

/** The registered services of tenants, and the endpoints and versions that are and were deployed. */
final class ServiceEntries {
    private static final String XML = "application/xml";

    static final List<Entry<?>> ALL = List.of(
            Entry.makes(SERVICES, "registerService", "Registers a service.", TENANT, SERVICE, VERSION, WSDL)
                    .executes(
                            one(Shapes.SERVICE),
                            RegisterService.class,
                            with -> new RegisterService(with.get(TENANT), id(with), with.get(WSDL))),
            Entry.changes(
                            SERVICES,
                            "updateService",
                            "Replaces a service's WSDL; its policies stay.",
                            TENANT,
                            SERVICE,
                            VERSION,
                            WSDL)
                    .executes(
                            one(Shapes.SERVICE),
                            UpdateService.class,
                            with -> new UpdateService(with.get(TENANT), id(with), with.get(WSDL))),
            Entry.changes(
                            SERVICES,
                            "unregisterService",
                            "Removes a service with its policies.",
                            TENANT,
                            SERVICE,
                            VERSION)
                    .executes(
                            nothing(),
                            UnregisterService.class,
                            with -> new UnregisterService(with.get(TENANT), id(with))),
            Entry.changes(
                            SERVICES,
                            "attachPolicy",
                            "Attaches a policy, or replaces the one of that name.",
                            TENANT,
                            SERVICE,
                            VERSION,
                            POLICY,
                            DOCUMENT)
                    .executes(
                            one(Shapes.SERVICE),
                            AttachPolicy.class,
                            with -> new AttachPolicy(with.get(TENANT), id(with), with.get(POLICY), with.get(DOCUMENT))),
            Entry.changes(SERVICES, "detachPolicy", "Takes a policy off.", TENANT, SERVICE, VERSION, POLICY)
                    .executes(
                            one(Shapes.SERVICE),
                            DetachPolicy.class,
                            with -> new DetachPolicy(with.get(TENANT), id(with), with.get(POLICY))),
            Entry.reads(
                            SERVICES,
                            "findServices",
                            "Services by name, page by page.",
                            TENANT,
                            NAMESPACE,
                            SERVICE_CONTAINS,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.SERVICE),
                            ServiceAdministration.class,
                            (services, by, with) -> services.find(
                                    by,
                                    with.get(TENANT),
                                    new ServiceFilter(with.get(NAMESPACE), with.get(SERVICE_CONTAINS)),
                                    with.page())),
            Entry.reads(SERVICES, "showService", "A registered service.", TENANT, SERVICE, VERSION)
                    .asks(
                            one(Shapes.SERVICE),
                            ServiceAdministration.class,
                            (services, by, with) -> services.service(by, with.get(TENANT), id(with))),
            Entry.reads(SERVICES, "wsdl", "The bytes of a service's WSDL.", TENANT, SERVICE, VERSION)
                    .asks(
                            bytes(XML),
                            ServiceAdministration.class,
                            (services, by, with) -> services.wsdl(by, with.get(TENANT), id(with))),
            Entry.reads(SERVICES, "policy", "The bytes of a policy.", TENANT, SERVICE, VERSION, POLICY)
                    .asks(
                            bytes(XML),
                            ServiceAdministration.class,
                            (services, by, with) -> services.policy(by, with.get(TENANT), id(with), with.get(POLICY))),
            Entry.reads(
                            SERVICES,
                            "listEndpoints",
                            "The endpoints of what is deployed, page by page.",
                            TENANT,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.ENDPOINT),
                            ServiceAdministration.class,
                            (services, by, with) -> services.endpoints(by, with.get(TENANT), with.page())),
            Entry.reads(
                            SERVICES,
                            "assemblyHistory",
                            "When which version of an assembly was deployed, the newest first.",
                            TENANT,
                            ASSEMBLY,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.PERIOD),
                            ServiceAdministration.class,
                            (services, by, with) ->
                                    services.history(by, with.get(TENANT), with.get(ASSEMBLY), with.page())),
            Entry.reads(
                            SERVICES,
                            "listDeployments",
                            "Assemblies that were deployed at a moment, by name.",
                            TENANT,
                            AT,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.PERIOD),
                            ServiceAdministration.class,
                            (services, by, with) -> services.deployedAt(
                                    by, with.get(TENANT), with.get(AT).orElseGet(Instant::now), with.page())));

    private ServiceEntries() {}

    private static ServiceId id(Arguments with) {
        return new ServiceId(with.get(SERVICE), with.get(VERSION));
    }
}
