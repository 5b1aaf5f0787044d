package org.esbmt.administration.console.internal;

import java.io.IOException;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.console.internal.page.ConsolePages;
import org.esbmt.administration.console.internal.page.Contract;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.console.internal.web.Assets;
import org.esbmt.administration.console.internal.web.Dispatcher;
import org.esbmt.administration.console.internal.web.Menu;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.api.Sessions;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The web console of administration, at all paths of the port that no other resource serves. */
@Component(service = HttpResource.class)
public final class ConsoleResource implements HttpResource {
    private static final String WAY = "console";

    private final Dispatcher dispatcher;

    /** A node whose deployer does not run has no components, settings and links. The other pages work there. */
    @Activate
    public ConsoleResource(
            @Reference Sessions sessions,
            @Reference PartAccess access,
            @Reference Administration administration,
            @Reference AdministratorAccounts accounts,
            @Reference InstallationStatus status,
            @Reference TenantAdministration tenants,
            @Reference ContactAdministration contacts,
            @Reference UserAdministration users,
            @Reference SystemUserAdministration systemUsers,
            @Reference QuotaAdministration quotas,
            @Reference ContingentAdministration contingents,
            @Reference AssemblyAdministration assemblies,
            @Reference ServiceAdministration services,
            @Reference AuditAdministration audit,
            @Reference ClusterAdministration cluster,
            @Reference OperationAdministration operations,
            @Reference TransactionOversight transactions,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    ComponentAdministration components,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    ComponentConfiguration settings,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    LinkAdministration links) {
        this(
                Texts.english(),
                sessions,
                access,
                new Contract(
                        administration,
                        accounts,
                        status,
                        tenants,
                        contacts,
                        users,
                        systemUsers,
                        quotas,
                        contingents,
                        assemblies,
                        services,
                        audit,
                        cluster,
                        operations,
                        transactions,
                        components == null ? Absent.components() : components,
                        settings == null ? Absent.settings() : settings,
                        links == null ? Absent.links() : links));
    }

    ConsoleResource(Texts texts, Sessions sessions, PartAccess access, Contract contract) {
        dispatcher = new Dispatcher(
                texts, ConsolePages.over(contract), new Menu(), new Assets(), sessions, contract.accounts(), access);
    }

    @Override
    public String path() {
        return "";
    }

    @Override
    public String way() {
        return WAY;
    }

    @Override
    public Access access() {
        return Access.SESSION;
    }

    @Override
    public BodyNeed body(RequestHead head, String pathBelow) {
        return dispatcher.body(head, pathBelow);
    }

    @Override
    public Response handle(Exchange exchange) throws IOException {
        return dispatcher.handle(exchange);
    }

    @Override
    public Response refused(Refusal refusal, RequestHead head) {
        return dispatcher.refused(refusal, WAY);
    }
}
