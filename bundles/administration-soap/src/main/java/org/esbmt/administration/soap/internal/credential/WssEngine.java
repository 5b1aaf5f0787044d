package org.esbmt.administration.soap.internal.credential;

import java.util.Optional;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.handler.WSHandlerResult;
import org.apache.wss4j.dom.message.token.UsernameToken;
import org.apache.wss4j.dom.validate.Validator;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.w3c.dom.Element;

/** WSS4J for tokens with a password and for time stamps. It sees blocks with nothing else in them. */
final class WssEngine {
    /** The age of a time stamp, and of a token with a time, at the most. */
    static final int MAX_AGE_SECONDS = 300;

    private static final int MAX_FUTURE_SECONDS = 60;

    static {
        WSSConfig.setAddJceProviders(false); // the providers of a process are none of this bundle's business
    }

    private WssEngine() {}

    /** Checks the times of a block, and the form of its UsernameToken if it has one. */
    static Optional<UsernameToken> check(Element block) throws Refusal {
        WSSConfig config = WSSConfig.getNewInstance();
        // The password is checked afterwards, once everything cheap is.
        Validator unchecked = (credential, request) -> credential;
        config.setValidator(WSConstants.USERNAME_TOKEN, unchecked);
        RequestData data = new RequestData();
        data.setWssConfig(config);
        data.setTimeStampTTL(MAX_AGE_SECONDS);
        data.setTimeStampFutureTTL(MAX_FUTURE_SECONDS);
        data.setTimeStampStrict(true);
        data.setUtTTL(MAX_AGE_SECONDS);
        data.setUtFutureTTL(MAX_FUTURE_SECONDS);
        data.setAllowNamespaceQualifiedPasswordTypes(false);
        WSSecurityEngine engine = new WSSecurityEngine();
        engine.setWssConfig(config);
        try {
            WSHandlerResult result = engine.processSecurityHeader(block, data);
            return result.getResults().stream()
                    .map(one -> Optional.ofNullable((UsernameToken) one.get(WSSecurityEngineResult.TAG_USERNAME_TOKEN)))
                    .flatMap(Optional::stream)
                    .findFirst();
        } catch (WSSecurityException e) {
            throw refusal(e);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalidSecurity("a value of the block Security is no Base64");
        }
    }

    private static Refusal refusal(WSSecurityException e) {
        return e.getErrorCode() == WSSecurityException.ErrorCode.MESSAGE_EXPIRED
                ? Refusal.expired()
                : Refusal.invalidSecurity("the UsernameToken or the Timestamp breaks a rule of WS-Security");
    }
}
