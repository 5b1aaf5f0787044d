package org.esbmt.itests;

import java.io.IOException;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.Soap;

/** A tenant with one assembly, which takes orders at {@code Orders/soap} and passes them on to a back end. */
record OrdersTenant(AdministrationClient.Tenant tenant, String url) {
    static final String PASSWORD = "correct horse battery staple";

    private static final Soap SOAP = new Soap();

    /** Creates the tenant and deploys its assembly. */
    static OrdersTenant create(AdministrationClient administration, BusHome home, String name, BackEndProcess backEnd)
            throws IOException {
        AdministrationClient.Tenant tenant = administration.createTenant(name, name, name + "-admin", PASSWORD);
        administration.deploy(tenant, AssemblyArchive.soapProxy("orders", "Orders", "soap", backEnd.url()));
        return new OrdersTenant(tenant, home.baseUrl() + "/tenant-services/" + tenant.tenantId() + "/Orders/soap");
    }

    /** Sends an order of the tenant's administrator. */
    Soap.Answer send() throws IOException, InterruptedException {
        return send(tenant.userId(), PASSWORD);
    }

    Soap.Answer send(String userId, String password) throws IOException, InterruptedException {
        return SOAP.send(
                url,
                Soap.envelope(
                        Soap.tenantContext(tenant.tenantId(), userId, password), "<order xmlns=\"urn:example\"/>"));
    }
}
