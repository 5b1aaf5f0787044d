package org.esbmt.demo;

import java.io.IOException;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.Soap;

/** A tenant with the assembly of the demo, its URLs and its back end. */
record Customer(AdministrationClient.Tenant tenant, String url, String sharedUrl, BackEndProcess backEnd) {
    private static final String ASSEMBLY = "orders";
    private static final String PATH = "Orders/soap";

    static Customer of(AdministrationClient.Tenant tenant, BusHome home, BackEndProcess backEnd) throws IOException {
        String services = home.baseUrl() + "/tenant-services/";
        return new Customer(tenant, services + tenant.tenantId() + "/" + PATH, services + PATH, backEnd);
    }

    /** The archive that each tenant deploys: the same names, and the tenant's own back end. */
    static byte[] archive(BackEndProcess backEnd) {
        return AssemblyArchive.soapProxy(ASSEMBLY, "Orders", "soap", backEnd.url());
    }

    RouteDemo.Sender sender() {
        return new RouteDemo.Sender(tenant, url.substring(0, url.length() - PATH.length()), backEnd);
    }

    String header() {
        return Soap.tenantContext(tenant.tenantId(), tenant.userId(), tenant.password());
    }

    /** The body of an order. */
    static String order(String number) {
        return "<o:order xmlns:o=\"urn:esbmt:demo\"><o:number>" + number + "</o:number></o:order>";
    }
}
