FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:22-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/grammars ./grammars
COPY --from=build /app/parsers ./parsers
COPY --from=build /app/queries ./queries
# The rest of the file system may be read-only.
ENV NODE_ENV=production CODEGROVE_CACHE_DIR=/tmp/codegrove
USER node
WORKDIR /workspace
ENTRYPOINT ["node", "/app/dist/main.cjs"]
CMD ["serve", "--root", "/workspace"]
