package org.esbmt.administration.console.internal.page;

import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.administration.console.internal.web.Secrets;

/** All pages of the console. */
public final class ConsolePages {
    private ConsolePages() {}

    /** Makes the pages over the contract. */
    public static Routes over(Contract contract) {
        TenantFrame frame = new TenantFrame(contract.tenants());
        Secrets secrets = new Secrets(System::nanoTime);
        GeneratedPasswords passwords = new GeneratedPasswords(secrets);
        Routes routes = new Routes();
        TrafficPages traffic = new TrafficPages(contract, frame);
        traffic.addTo(routes);
        new OverviewPages(contract, traffic).addTo(routes);
        new MePages(contract).addTo(routes);
        new TokenPages(contract, secrets).addTo(routes);
        new TenantPages(contract, frame, passwords).addTo(routes);
        new UserPages(contract, frame, passwords).addTo(routes);
        new CertificatePages(contract, frame).addTo(routes);
        new KeyPages(contract, frame).addTo(routes);
        new TrustPages(contract, frame).addTo(routes);
        new QuotaPages(contract, frame).addTo(routes);
        new SystemUserPages(contract, passwords).addTo(routes);
        new AssemblyPages(contract, frame).addTo(routes);
        new RoutePages(contract, frame).addTo(routes);
        new ServicePages(contract, frame).addTo(routes);
        new EndpointPages(contract, frame).addTo(routes);
        new AuditPages(contract, frame).addTo(routes);
        new ClusterPages(contract).addTo(routes);
        new OperationPages(contract).addTo(routes);
        new TransactionPages(contract).addTo(routes);
        new ComponentPages(contract).addTo(routes);
        new LinkPages(contract).addTo(routes);
        new BatchPages(contract).addTo(routes);
        new RulePages().addTo(routes);
        return routes;
    }
}
