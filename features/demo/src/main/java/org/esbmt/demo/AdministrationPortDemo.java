package org.esbmt.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.RandomPassword;
import org.esbmt.harness.RestClient;
import org.esbmt.harness.Soap;
import org.esbmt.harness.SoapManagers;

/** The part of the demo about the administration port: one tenant is created over REST, another one over SOAP, and both send. */
final class AdministrationPortDemo {
    private static final String JSON = "application/json";

    private final PrintStream out;
    private final Soap soap;
    private final BusHome home;
    private final BusHome.Credentials administrator;
    private final BiConsumer<Boolean, String> expect;
    private final RestClient rest;
    private final SoapManagers managers;

    /** @param expect takes the result of a check, and the sentence about its failure */
    AdministrationPortDemo(
            PrintStream out,
            Soap soap,
            BusHome home,
            BusHome.Credentials administrator,
            BiConsumer<Boolean, String> expect)
            throws IOException {
        this.out = out;
        this.soap = soap;
        this.home = home;
        this.administrator = administrator;
        this.expect = expect;
        try {
            this.rest = new RestClient(home);
            this.managers = new SoapManagers(home);
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate of the administration port cannot be trusted: " + e, e);
        }
    }

    /** Creates the tenants, and returns them. */
    List<Customer> show(BackEndProcess restBackEnd, BackEndProcess soapBackEnd)
            throws IOException, InterruptedException {
        Customer initech = overRest("initech", restBackEnd);
        Customer umbrella = overSoap("umbrella", soapBackEnd);
        Table table = new Table("tenant", "created and deployed over", "status", "answered by");
        sent(table, initech, "REST");
        sent(table, umbrella, "SOAP");
        out.println("\nTwo more tenants, over the administration port:\n");
        out.print(table);
        return List.of(initech, umbrella);
    }

    private Customer overRest(String name, BackEndProcess backEnd) throws IOException, InterruptedException {
        String login = name + "-admin";
        String password = RandomPassword.next();
        String created = accepted(rest.send(
                administrator,
                "POST",
                "/tenants",
                JSON,
                new Json()
                        .put("name", name)
                        .put("administratorLogin", login)
                        .put("password", password)
                        .toString()
                        .getBytes(StandardCharsets.UTF_8)));
        AdministrationClient.Tenant tenant = new AdministrationClient.Tenant(
                name, Json.member(created, "tenantId"), login, Json.member(created, "userId"), password);
        String deployed = accepted(rest.send(
                tenant.credentials(),
                "POST",
                "/tenants/" + tenant.tenantId() + "/assemblies",
                "application/zip",
                Customer.archive(backEnd)));
        started(name, Json.member(deployed, "state"));
        return Customer.of(tenant, home, backEnd);
    }

    private static String accepted(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("REST answers " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    private Customer overSoap(String name, BackEndProcess backEnd) throws IOException, InterruptedException {
        String login = name + "-admin";
        String password = RandomPassword.next();
        Map<String, String> request = new LinkedHashMap<>();
        request.put("name", name);
        request.put("administratorLogin", login);
        request.put("password", password);
        SoapManagers.Answer created = managers.call(administrator, "TenantRegistryManager", "createTenant", request);
        AdministrationClient.Tenant tenant = new AdministrationClient.Tenant(
                name, element(created, "tenantId"), login, element(created, "userId"), password);
        Map<String, String> deployment = new LinkedHashMap<>();
        deployment.put("tenantId", tenant.tenantId());
        deployment.put("archive", Base64.getEncoder().encodeToString(Customer.archive(backEnd)));
        started(
                name,
                element(
                        managers.call(tenant.credentials(), "ServiceAssemblyManager", "deployAssembly", deployment),
                        "state"));
        return Customer.of(tenant, home, backEnd);
    }

    private static String element(SoapManagers.Answer answer, String name) throws IOException {
        return answer.text(name)
                .orElseThrow(() -> new IOException("SOAP answers " + answer.status() + ": " + answer.body()));
    }

    private void started(String name, String state) {
        expect.accept(state.equals("STARTED"), "the assembly of " + name + " is " + state + ", not STARTED");
    }

    private void sent(Table table, Customer customer, String way) throws IOException, InterruptedException {
        String body = Customer.order(customer.tenant().name() + "-1");
        Soap.Answer answer = soap.send(customer.url(), Soap.envelope(customer.header(), body));
        table.row(customer.tenant().name(), way, Integer.toString(answer.status()), answer.backEnd());
        expect.accept(
                answer.status() == 200
                        && answer.backEnd().equals(customer.backEnd().name())
                        && answer.body().contains(body)
                        && !answer.body().contains(customer.tenant().password()),
                customer.tenant().name() + "'s message was not answered by its own back end: " + answer);
    }
}
