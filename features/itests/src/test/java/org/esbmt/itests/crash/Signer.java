package org.esbmt.itests.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.SignedSoap;
import org.esbmt.harness.Soap;

/**
 * A user who signs messages to an endpoint of the own tenant.
 *
 * @param digest of the certificate, by which it is revoked
 */
record Signer(SignedSoap key, AdministrationClient.Tenant tenant, String digest) {
    private static final Soap SOAP = new Soap();

    /** Registers a new certificate for the tenant's default administrator, and deploys the endpoint. */
    static Signer registered(Stack stack, AdministrationClient.Tenant tenant, AdministrationClient administration)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("signer");
        try {
            SignedSoap key = SignedSoap.make(folder);
            String request = key.certificateRequest(tenant.userId());
            String certificate = key.pem();
            String digest =
                    Request.onceAvailable(() -> administration.registerUserCertificate(tenant, certificate, request));
            byte[] archive = AssemblyArchive.httpAssembly(
                    "signed", """
                    <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:e="urn:example">
                      <http:soap-consumer service="e:Signed" endpoint="soap" targetService="e:BackEnd" accept="signature"
                                          protect="signed"/>
                      <http:soap-provider service="e:BackEnd" endpoint="soap" locationURI="%s"/>
                    </beans>
                    """.formatted(stack.backEnd().url()));
            Request.onceAvailable(() -> administration.deploy(tenant, archive));
            return new Signer(key, tenant, digest);
        } catch (GeneralSecurityException e) {
            throw new IOException("a key cannot be used", e);
        } finally {
            BusHome.delete(folder);
        }
    }

    /** Sends a message with a new signature. */
    Soap.Answer send(BusHome node) throws IOException, InterruptedException {
        try {
            return SOAP.send(
                    node.baseUrl() + "/tenant-services/" + tenant.tenantId() + "/Signed/soap",
                    key.sign("<order xmlns=\"urn:example\"/>"));
        } catch (GeneralSecurityException e) {
            throw new IOException("a message cannot be signed", e);
        }
    }
}
