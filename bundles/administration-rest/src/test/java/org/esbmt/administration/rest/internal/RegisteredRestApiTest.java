package org.esbmt.administration.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AdministratorAccounts.Identity;
import org.esbmt.administration.rest.internal.RestBus.Client;
import org.esbmt.administration.rest.internal.document.OpenApi;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceReference;

/** Services of a node that come and go. */
class RegisteredRestApiTest {
    private final Map<ServiceReference<?>, Object> registered = new HashMap<>();
    private final List<ServiceListener> listeners = new ArrayList<>();
    private final RegisteredRestApi api = new RegisteredRestApi(context());

    @Test
    void aPartIsThereAsLongAsItsService() {
        new Client(api, "ada").get("/me").refuses(503, "unavailable", "this part");

        ServiceReference<?> accounts = register(accounts());
        assertThat(new Client(api, "ada").get("/me").is(200).text("login")).isEqualTo("ada");
        new Client(api, "ada").get("/status").refuses(503, "unavailable", "this part");

        event(ServiceEvent.UNREGISTERING, accounts);
        new Client(api, "ada").get("/me").refuses(503, "unavailable", "this part");
        api.close();
        assertThat(listeners).isEmpty();
    }

    @Test
    void theDocumentIsTheOneOfThisBundle() {
        assertThat(new Client(api, "ada").get("/openapi.json").is(200).bytes()).isEqualTo(OpenApi.bytes());
    }

    private static AdministratorAccounts accounts() {
        return (AdministratorAccounts) Proxy.newProxyInstance(
                AdministratorAccounts.class.getClassLoader(),
                new Class<?>[] {AdministratorAccounts.class},
                (proxy, method, given) -> new Identity(
                        "ada", Optional.empty(), new UserId(new UUID(1, 2)), new TreeSet<>(), new TreeSet<>()));
    }

    private ServiceReference<?> register(AdministratorAccounts service) {
        ServiceReference<?> reference = (ServiceReference<?>) Proxy.newProxyInstance(
                ServiceReference.class.getClassLoader(),
                new Class<?>[] {ServiceReference.class},
                (proxy, method, given) -> switch (method.getName()) {
                    case "getProperty" ->
                        given[0].equals("objectClass") ? new String[] {AdministratorAccounts.class.getName()} : null;
                    case "hashCode" -> 1;
                    case "equals" -> proxy == given[0];
                    case "compareTo" -> 0;
                    default -> null;
                });
        registered.put(reference, service);
        event(ServiceEvent.REGISTERED, reference);
        return reference;
    }

    private void event(int type, ServiceReference<?> reference) {
        List.copyOf(listeners).forEach(listener -> listener.serviceChanged(new ServiceEvent(type, reference)));
    }

    private BundleContext context() {
        return (BundleContext) Proxy.newProxyInstance(
                BundleContext.class.getClassLoader(),
                new Class<?>[] {BundleContext.class},
                (proxy, method, given) -> switch (method.getName()) {
                    case "createFilter" -> FrameworkUtil.createFilter((String) given[0]);
                    case "addServiceListener" -> {
                        if (((String) given[1]).contains(AdministratorAccounts.class.getName())) {
                            listeners.add((ServiceListener) given[0]);
                        }
                        yield null;
                    }
                    case "removeServiceListener" -> {
                        listeners.remove((ServiceListener) given[0]);
                        yield null;
                    }
                    case "getService" -> registered.get(given[0]);
                    case "ungetService" -> true;
                    default -> null;
                });
    }
}
