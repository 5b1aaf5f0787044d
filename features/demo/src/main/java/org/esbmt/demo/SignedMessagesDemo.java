package org.esbmt.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.EncryptedSoap;
import org.esbmt.harness.RestClient;
import org.esbmt.harness.SignedSoap;
import org.esbmt.harness.Soap;

/**
 * The part of the demo about WS-Security. A partner of a tenant proves itself by an X.509 signature, and encrypts its message.
 * The same message on another node, a wrapped one, and one behind a revoked certificate are refused.
 */
final class SignedMessagesDemo {
    private static final String JSON = "application/json";
    private static final String SERVICE = "SignedOrders";
    private static final String ENDPOINT = "soap";
    /** The limit of the wait for a revocation, which takes effect within 2 s. */
    private static final Duration REVOCATION = Duration.ofSeconds(5);
    /** The limit of the wait until all nodes have the assembly. */
    private static final Duration APPLIED = Duration.ofSeconds(60);

    private final PrintStream out;
    private final Soap soap = new Soap();
    private final RestClient rest;
    private final Path folder;
    private final BiConsumer<Boolean, String> expect;
    private Table table;

    /**
     * A demo with the administration port of a running bus.
     *
     * @param folder for the key store of the partner
     * @param expect takes the result of a check, and the sentence about its failure
     */
    SignedMessagesDemo(PrintStream out, BusHome bus, Path folder, BiConsumer<Boolean, String> expect)
            throws IOException {
        this.out = out;
        this.folder = folder;
        this.expect = expect;
        try {
            this.rest = new RestClient(bus);
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate of the administration port cannot be trusted: " + e, e);
        }
    }

    /** Shows the messages; the first node takes them, and the last one gets the repetition. */
    void show(
            AdministrationClient administration,
            AdministrationClient.Tenant tenant,
            BackEndProcess backEnd,
            List<BusHome> nodes)
            throws IOException, InterruptedException {
        table = new Table("message", "node", "status", "fault", "answered by");
        try {
            SignedSoap partner = SignedSoap.make(folder);
            String digest = register(partner, tenant);
            EncryptedSoap encryption = new EncryptedSoap(certificateOfKey(tenant, "decrypt", "DECRYPT"));
            certificateOfKey(tenant, "sign", "SIGN");
            String state = administration.deploy(tenant, archive(backEnd));
            expect.accept(state.equals("STARTED"), "the assembly with signatures is " + state + ", not STARTED");
            administration.awaitSameState(nodes.size(), APPLIED);
            messages(partner, encryption, tenant, digest, backEnd, nodes);
        } catch (GeneralSecurityException e) {
            throw new IOException("the partner's key cannot be used: " + e, e);
        }
        out.println("\nA partner of " + tenant.name() + " signs and encrypts, without a password:\n");
        out.print(table);
    }

    private void messages(
            SignedSoap partner,
            EncryptedSoap encryption,
            AdministrationClient.Tenant tenant,
            String digest,
            BackEndProcess backEnd,
            List<BusHome> nodes)
            throws IOException, InterruptedException, GeneralSecurityException {
        int last = nodes.size() - 1;
        String context = Soap.tenantContext(tenant.tenantId(), tenant.userId());
        String order = Customer.order(tenant.name() + "-signed");
        String first = encryption.encrypt(partner.sign(context, order));
        expect.accept(!first.contains("<o:number>"), "the order is readable in its message");
        Soap.Answer answer = send("signed and encrypted", nodes, 0, tenant, first);
        expect.accept(
                answer.status() == 200
                        && answer.backEnd().equals(backEnd.name())
                        && answer.body().contains("Signature>"),
                "the signed message was not answered by the back end with a signature: " + answer);
        long seen = seen(backEnd);
        refused("the same message again", nodes, last, tenant, first, "SECURITY_INVALID");
        refused("a wrapped one", nodes, 0, tenant, wrapped(partner.sign(context, order)), "NOT_AUTHENTICATED");
        revoke(partner, encryption, tenant, digest, nodes);
        expect.accept(seen(backEnd) == seen, "a refused message reached the back end");
    }

    /** Moves the signed Body into a header block, and puts another order at its place. */
    private static String wrapped(String signed) {
        int from = signed.indexOf("<soap:Body");
        int to = signed.indexOf("</soap:Body>") + "</soap:Body>".length();
        String body = signed.substring(from, to);
        return signed.substring(0, from).replace("</soap:Header>", "<wrapper>" + body + "</wrapper></soap:Header>")
                + "<soap:Body>" + Customer.order("forged") + "</soap:Body>" + signed.substring(to);
    }

    private void revoke(
            SignedSoap partner,
            EncryptedSoap encryption,
            AdministrationClient.Tenant tenant,
            String digest,
            List<BusHome> nodes)
            throws IOException, InterruptedException, GeneralSecurityException {
        accepted(rest.send(
                tenant.credentials(),
                "DELETE",
                "/tenants/" + tenant.tenantId() + "/user-certificates/" + digest,
                JSON,
                new byte[0]));
        long revoked = System.nanoTime();
        for (BusHome node : nodes) {
            // An endpoint that does not exist: while the certificate is good, nothing reaches the back end either.
            String nowhere = url(node, tenant).replace(SERVICE, "Nothing");
            Soap.Answer answer;
            do {
                answer = soap.send(nowhere, encryption.encrypt(partner.sign(Customer.order("late"))));
            } while (answer.faultCode().equals("NO_SUCH_ENDPOINT")
                    && System.nanoTime() - revoked < REVOCATION.toNanos());
        }
        double seconds = (System.nanoTime() - revoked) / 1e9;
        expect.accept(
                seconds <= REVOCATION.toSeconds(),
                String.format(Locale.ROOT, "the revoked certificate was good for %.1f s", seconds));
        for (int node = 0; node < nodes.size(); node++) {
            refused(
                    String.format(Locale.ROOT, "behind a certificate revoked %.1f s before", seconds),
                    nodes,
                    node,
                    tenant,
                    encryption.encrypt(partner.sign(Customer.order("revoked"))),
                    "NOT_AUTHENTICATED");
        }
    }

    private String register(SignedSoap partner, AdministrationClient.Tenant tenant)
            throws IOException, InterruptedException, GeneralSecurityException {
        String registered = accepted(rest.send(
                tenant.credentials(),
                "POST",
                "/tenants/" + tenant.tenantId() + "/users/" + tenant.userId() + "/certificates",
                JSON,
                new Json()
                        .put("name", "partner")
                        .put("certificate", partner.pem())
                        .put("request", partner.certificateRequest(tenant.userId()))
                        .toString()
                        .getBytes(StandardCharsets.UTF_8)));
        return Json.member(registered, "digest");
    }

    private String certificateOfKey(AdministrationClient.Tenant tenant, String name, String purpose)
            throws IOException, InterruptedException {
        String generated = accepted(rest.send(
                tenant.credentials(),
                "POST",
                "/tenants/" + tenant.tenantId() + "/keys",
                JSON,
                new Json()
                        .put("name", name)
                        .put("purpose", purpose)
                        .put("algorithm", "RSA_2048")
                        .put("subject", "CN=" + name + " of " + tenant.name())
                        .toString()
                        .getBytes(StandardCharsets.UTF_8)));
        return Json.member(generated, "certificates");
    }

    private static byte[] archive(BackEndProcess backEnd) {
        return AssemblyArchive.httpAssembly("signed-orders", """
                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:d="urn:esbmt:demo">
                  <http:soap-consumer service="d:%1$s" endpoint="%2$s" targetService="d:%1$sBackEnd"
                                      targetEndpoint="%2$s" protect="signed-encrypted" answer="signed"/>
                  <http:soap-provider service="d:%1$sBackEnd" endpoint="%2$s" locationURI="%3$s"/>
                </beans>
                """.formatted(SERVICE, ENDPOINT, backEnd.url()));
    }

    private static String url(BusHome node, AdministrationClient.Tenant tenant) throws IOException {
        return node.baseUrl() + "/tenant-services/" + tenant.tenantId() + "/" + SERVICE + "/" + ENDPOINT;
    }

    private Soap.Answer send(
            String message, List<BusHome> nodes, int node, AdministrationClient.Tenant tenant, String text)
            throws IOException, InterruptedException {
        Soap.Answer answer = soap.send(url(nodes.get(node), tenant), text);
        table.row(
                message,
                Integer.toString(node + 1),
                Integer.toString(answer.status()),
                answer.faultCode(),
                answer.backEnd());
        return answer;
    }

    private void refused(
            String message, List<BusHome> nodes, int node, AdministrationClient.Tenant tenant, String text, String code)
            throws IOException, InterruptedException {
        Soap.Answer answer = send(message, nodes, node, tenant, text);
        expect.accept(
                answer.status() == 500 && answer.faultCode().equals(code),
                message + " was not refused with " + code + ": " + answer);
    }

    private long seen(BackEndProcess backEnd) throws IOException, InterruptedException {
        return Long.parseLong(soap.get(backEnd.url() + "count"));
    }

    private static String accepted(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("REST answers " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }
}
